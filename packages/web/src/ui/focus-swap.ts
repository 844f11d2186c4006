import { nextTick, type Ref, watch } from 'vue'

/**
 * For a form that replaces the button that opens it: moves the focus to the first field, and back to the button on
 * closing, so that keyboard users do not restart at the top of the page.
 * @param place contains the form and the button
 */
export function useFocusSwap(isOpen: Ref<boolean>, place: Readonly<Ref<HTMLElement | null>>): void {
  watch(isOpen, async (opened) => {
    await nextTick()
    const wanted = opened ? ':is(input, select, textarea):not([type=hidden])' : 'button'
    place.value?.querySelector<HTMLElement>(wanted)?.focus()
  })
}
