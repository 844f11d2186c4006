/**
 * Whether the site's content security policy (http/pages/static-pages.ts) allows a picture: it is on this site, or on
 * another site with https. Launchers have no such policy.
 * @param address an http(s) URL, or a path on this site
 * @param site the site's own address
 */
export function canBeShown(address: string, site: string): boolean {
  const { origin } = new URL(site)
  const picture = URL.parse(address, origin)
  return picture !== null && (picture.protocol === 'https:' || picture.origin === origin)
}
