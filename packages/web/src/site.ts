import { computed, shallowRef } from 'vue'
import { type Reply, send } from './api.ts'

/** The public settings of the site; undefined until they are read. */
export const site = shallowRef<Reply<'siteConfig'> | undefined>(siteOfDocument())

/** Whether visitors can create accounts: registration is open, and the site has an administrator. */
export const canRegister = computed(
  () => site.value?.registrationOpen === true && !site.value.waitsForOwner,
)

export async function readSite(): Promise<void> {
  site.value = await send('siteConfig', {}, undefined)
}

/** The server writes the answer of `/config` into the page; Vite's development server does not. */
function siteOfDocument(): Reply<'siteConfig'> | undefined {
  return writtenInDocument('site')
}

/** An answer that the server wrote into the document; undefined when it has none of that name. */
export function writtenInDocument<Answer>(id: string): Answer | undefined {
  const written = document.getElementById(id)?.textContent
  return written ? JSON.parse(written) : undefined
}

/** Does the same once: for the first look, which no later one shall repeat. */
export function takeFromDocument<Answer>(id: string): Answer | undefined {
  const answer = writtenInDocument<Answer>(id)
  document.getElementById(id)?.remove()
  return answer
}
