import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Reply } from '../../../api.ts'
import { call } from '../../../session.ts'

type PreviewInput = { title: string; body: string; format: 'markdown' | 'html' }

/** Pause in typing after which the preview is requested, in milliseconds. */
const DEBOUNCE_DELAY = 300

/**
 * Returns the preview that the site makes of a text while it is written. During a request and after a failure, the last
 * preview stays.
 */
export function usePreview(read: () => PreviewInput) {
  const preview = shallowRef<Reply<'previewNews'>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  async function ask(): Promise<void> {
    asked += 1
    const mine = asked
    const made = await call('previewNews', { body: read() }).catch(() => undefined) // saving reports the reason
    if (made && mine === asked) preview.value = made
  }

  watch(
    read,
    () => {
      clearTimeout(timer)
      timer = setTimeout(ask, preview.value ? DEBOUNCE_DELAY : 0)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return preview
}
