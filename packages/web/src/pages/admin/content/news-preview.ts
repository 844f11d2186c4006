import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Reply } from '../../../api.ts'
import { call } from '../../../session.ts'

type Written = { title: string; body: string; format: 'markdown' | 'html' }

/** How long nothing has to be typed before the site is asked, in milliseconds. */
const PAUSE = 300

/**
 * What the site makes of a text while it is being written. The last preview stays while the site is
 * asked, and while it cannot answer.
 */
export function usePreview(read: () => Written) {
  const preview = shallowRef<Reply<'previewNews'>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  async function ask(): Promise<void> {
    asked += 1
    const mine = asked
    const made = await call('previewNews', { body: read() }).catch(() => undefined) // saving says why
    if (made && mine === asked) preview.value = made
  }

  watch(
    read,
    () => {
      clearTimeout(timer)
      timer = setTimeout(ask, preview.value ? PAUSE : 0)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return preview
}
