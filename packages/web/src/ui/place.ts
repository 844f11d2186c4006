import { nextTick } from 'vue'

/** What the page that is opening still loads and has to show before it can be scrolled. */
let opening: Promise<unknown> = Promise.resolve()

/** A return to this page scrolls to the place where it was left only after `work`. */
export function keepPlaceUntil(work: Promise<unknown>): void {
  opening = work
}

/** Waits until the page that was just opened is as long as it was when it was left. */
export async function pageIsShown(): Promise<void> {
  await nextTick() // the page has been set up
  await opening
  await nextTick()
}
