import { computed, shallowRef } from 'vue'
import { type Reply, send } from './api.ts'

/** The public settings of the site; undefined until they are loaded. */
export const site = shallowRef<Reply<'siteConfig'> | undefined>(siteOfDocument())

export const canRegister = computed(
  () => site.value?.registrationOpen === true && !site.value.waitsForOwner,
)

export async function loadSite(): Promise<void> {
  site.value = await send('siteConfig', {}, undefined)
}

/**
 * Reads the response of `/config` that the server writes into the page; Vite's development server does not write it.
 */
function siteOfDocument(): Reply<'siteConfig'> | undefined {
  return embeddedJson('site')
}

/** Returns a response that the server wrote into the document; undefined if there is none with this id. */
export function embeddedJson<Answer>(id: string): Answer | undefined {
  const written = document.getElementById(id)?.textContent
  return written ? JSON.parse(written) : undefined
}

/** Reads and removes an embedded response, so that later navigations load a fresh one. */
export function takeEmbeddedJson<Answer>(id: string): Answer | undefined {
  const answer = embeddedJson<Answer>(id)
  document.getElementById(id)?.remove()
  return answer
}
