// The page of a day: hands its text on, looks again while a review is made, and checks the seed once it is open.
import { sha256, toHex, utf8 } from "./sha256.js?v=a1d551ea05";

for (const button of document.querySelectorAll("[data-share-text]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    const text = document.getElementById(button.dataset.shareText).value;
    navigator.share({ text }).catch(() => {}); // broken off
  });
}

// A review takes some seconds; the page comes again until the place is known.
if (document.querySelector("[data-again]")) setTimeout(() => location.reload(), 4000);

const [commitment, seed, verdict] = ["commitment", "seed", "sealed"].map((id) => document.getElementById(id));
const opened = seed?.textContent.trim() ?? "";
if (/^[0-9a-f]{64}$/.test(opened)) {
  const text = ["shanghaien-day-1", "commit", commitment.dataset.day, opened].join("\n");
  const right = toHex(sha256(utf8(text))) === commitment.textContent.trim();
  verdict.textContent = right ? verdict.dataset.right : verdict.dataset.wrong;
  verdict.dataset.ok = right;
  verdict.hidden = false;
}
