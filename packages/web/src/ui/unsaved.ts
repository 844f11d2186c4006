import { shallowRef } from 'vue'

/**
 * Something on the page that would be lost. `kept`: a draft of it will be there again. `words` is the
 * i18n key of what to say of it instead of "your changes are not saved", as `title` and `text`.
 */
type Unsaved = { dirty(): boolean; kept: boolean; words?: string }

const forms = new Set<Unsaved>()

/** The question that is being asked before a page is left. */
export const leaving = shallowRef<{
  kept: boolean
  words: string | undefined
  answer(leave: boolean): void
}>()

/** @returns how to take the form off the list, when its page is closed. */
export function watchUnsaved(form: Unsaved): () => void {
  forms.add(form)
  return () => forms.delete(form)
}

const dirtyForms = (): Unsaved[] => [...forms].filter((form) => form.dirty())

/**
 * Asks whether the page may be left, if something on it is not saved.
 *
 * @returns whether it may; true at once if nothing would be left behind.
 */
export function mayLeave(): Promise<boolean> {
  const dirty = dirtyForms()
  if (isStaying || dirty.length === 0) return Promise.resolve(true)
  leaving.value?.answer(false) // another way out was tried meanwhile
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

/** Changes the address of a page that goes on being written, so nothing is asked. */
export async function staying(move: () => Promise<unknown>): Promise<void> {
  isStaying = true
  await move().finally(() => {
    isStaying = false
  })
}

/** Forgets all forms, before the document is loaded again on purpose. */
export function leaveWithoutAsking(): void {
  forms.clear()
}

addEventListener('beforeunload', (event) => {
  if (dirtyForms().some(({ kept }) => !kept)) event.preventDefault()
})
