// Tells the server once in which time zone its times are read; the page about time can choose another. Only pages that
// show times load it.
import { findField } from "./dom.js";

if (!/(^|; )zone=/.test(document.cookie)) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const list = findField("select[name=zone]");
  if (zone) document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
  if (zone && list?.querySelector(`option[value="${zone}"]`)) list.value = zone;
}
