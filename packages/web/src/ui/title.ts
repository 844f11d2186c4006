import { onScopeDispose, shallowRef, watchEffect } from 'vue'

/** What the open page is about, for the title of the browser's tab; empty if its kind says enough. */
export const subject = shallowRef('')

/** Puts what a page shows (a name, once it is known) before its kind in the title of the tab. */
export function useTitle(name: () => string | undefined): void {
  let mine = ''
  watchEffect(() => {
    mine = name() ?? ''
    subject.value = mine
  })
  onScopeDispose(() => {
    if (subject.value === mine) subject.value = '' // the next page may have set its own
  })
}
