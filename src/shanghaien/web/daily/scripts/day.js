// The page of a day: hands its text on, looks again while a review is made, and checks the seed once it is open.
import { field, find, findAll, get } from "../../site/scripts/dom.js";
import { sha256, toHex, utf8 } from "../../site/scripts/sha256.js";

for (const button of findAll("[data-share-text]")) {
  button.hidden = !("share" in navigator);
  button.addEventListener("click", () => {
    const text = field(`#${button.dataset.shareText}`).value;
    navigator.share({ text }).catch(() => {}); // broken off
  });
}

// A review takes some seconds; the page comes again until the place is known.
if (find("[data-again]")) setTimeout(() => location.reload(), 4000);

const opened = find("#seed")?.textContent.trim() ?? "";
if (/^[0-9a-f]{64}$/.test(opened)) {
  const [commitment, verdict] = [get("#commitment"), get("#sealed")];
  const text = ["shanghaien-day-1", "commit", commitment.dataset.day, opened].join("\n");
  const right = toHex(sha256(utf8(text))) === commitment.textContent.trim();
  verdict.textContent = (right ? verdict.dataset.right : verdict.dataset.wrong) ?? "";
  verdict.dataset.ok = String(right);
  verdict.hidden = false;
}
