/**
 * Tells whether the pages may show a picture: their policy (http/pages/static-pages.ts) allows this site, and
 * https of others. Launchers and programs are not asked.
 *
 * @param address an http(s) URL, or a path on this site.
 * @param site the site's own address.
 */
export function canBeShown(address: string, site: string): boolean {
  const { origin } = new URL(site)
  const picture = URL.parse(address, origin)
  return picture !== null && (picture.protocol === 'https:' || picture.origin === origin)
}
