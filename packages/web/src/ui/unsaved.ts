import { shallowRef } from 'vue'

/**
 * Something on the page that leaving would lose. `kept`: a draft restores it later. `words`: the i18n key of the
 * `title` and `text` of the dialog, if they differ from "Your changes are not saved".
 */
type Unsaved = { dirty(): boolean; kept: boolean; words?: string }

const forms = new Set<Unsaved>()

export const leaving = shallowRef<{
  kept: boolean
  words: string | undefined
  answer(leave: boolean): void
}>()

/**
 * Registers a form with changes that would be lost.
 * @returns a function that unregisters the form
 */
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

/** Runs a navigation without asking about unsaved changes, because the form stays open. */
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
