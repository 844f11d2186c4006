import { shallowRef } from 'vue'

/**
 * Something on the page that would be lost. `kept`: a draft restores it. `words` is the i18n key of a `title` and a
 * `text` that replace "Your changes are not saved".
 */
type Unsaved = { dirty(): boolean; kept: boolean; words?: string }

const forms = new Set<Unsaved>()

export const leaving = shallowRef<{
  kept: boolean
  words: string | undefined
  answer(leave: boolean): void
}>()

/** @returns a function that unregisters the form when its page closes. */
export function watchUnsaved(form: Unsaved): () => void {
  forms.add(form)
  return () => forms.delete(form)
}

const dirtyForms = (): Unsaved[] => [...forms].filter((form) => form.dirty())

/**
 * Opens a dialog if leaving the page would lose something.
 * @returns whether the page may close; true immediately if nothing would be lost
 */
export function confirmLeave(): Promise<boolean> {
  const dirty = dirtyForms()
  if (isStaying || dirty.length === 0) return Promise.resolve(true)
  leaving.value?.answer(false) // the reader tried to leave in another way while the dialog was open
  return new Promise((answered) => {
    leaving.value = {
      kept: dirty.every(({ kept }) => kept),
      words: dirty.find(({ words }) => words)?.words,
      answer(leave) {
        leaving.value = undefined
        answered(leave)
      },
    }
  })
}

let isStaying = false

/** Changes the address of a page without asking, because its form stays open. */
export async function withoutLeaveCheck(move: () => Promise<unknown>): Promise<void> {
  isStaying = true
  await move().finally(() => {
    isStaying = false
  })
}

/** Forgets all forms before the document is reloaded on purpose. */
export function forgetUnsavedForms(): void {
  forms.clear()
}

addEventListener('beforeunload', (event) => {
  if (dirtyForms().some(({ kept }) => !kept)) event.preventDefault()
})
