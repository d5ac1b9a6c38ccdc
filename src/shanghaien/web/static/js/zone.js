// Tells the server once in which time zone its times are read; the page about time can choose another.

if (!/(^|; )zone=/.test(document.cookie)) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const list = document.querySelector("select[name=zone]");
  if (zone) document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
  if (zone && list?.querySelector(`option[value="${zone}"]`)) list.value = zone;
}
