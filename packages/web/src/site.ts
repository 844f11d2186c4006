import { shallowRef } from 'vue'
import { type Reply, send } from './api.ts'

/** The public settings of the site; undefined until they are read. */
export const site = shallowRef<Reply<'siteConfig'> | undefined>(siteOfDocument())

export async function readSite(): Promise<void> {
  site.value = await send('siteConfig', {}, undefined)
}

/** The server writes the answer of `/config` into the page; Vite's development server does not. */
function siteOfDocument(): Reply<'siteConfig'> | undefined {
  const written = document.getElementById('site')?.textContent
  return written ? JSON.parse(written) : undefined
}
