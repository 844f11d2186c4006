import { onScopeDispose, shallowRef, watchEffect } from 'vue'

/** The subject of the open page, for the title of the browser tab; empty if the kind of page is enough. */
export const subject = shallowRef('')

/** Puts the subject of a page, once it is known, before its kind in the tab title. */
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
