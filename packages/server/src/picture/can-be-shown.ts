/**
 * Tells whether the pages may show a picture: their policy (http/static-pages.ts) allows this site, and
 * https of others. Launchers and programs are not asked.
 *
 * @param address an http(s) URL, or a path on this site.
 * @param site the site's own address.
 */
export function canBeShown(address: string, site: string): boolean {
  if (!/^http:/i.test(address)) return true
  return URL.parse(address)?.origin === new URL(site).origin
}
