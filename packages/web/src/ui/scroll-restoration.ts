import { nextTick } from 'vue'

/** The content that the opening page must load before it can be scrolled. */
let pendingContent: Promise<unknown> = Promise.resolve()

/** Delays restoring the scroll position of this page until `work` has settled. */
export function restoreScrollAfter(work: Promise<unknown>): void {
  pendingContent = work
}

/** Waits until the opening page has loaded its content, so that it is high enough to be scrolled. */
export async function whenPageShown(): Promise<void> {
  await nextTick() // the page is set up
  await pendingContent
  await nextTick()
}
