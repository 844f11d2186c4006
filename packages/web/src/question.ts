import { shallowRef } from 'vue'

/** A question to the player over the page, for which requests wait. */
export type Question<About> = About & {
  answer(isYes: boolean): void
  answered: Promise<boolean>
}

/** Makes a question that is asked once for all requests that wait for its answer. */
export function question<About extends object>() {
  const asked = shallowRef<Question<About>>()
  function ask(about: About): Promise<boolean> {
    if (asked.value) return asked.value.answered
    const { promise: answered, resolve } = Promise.withResolvers<boolean>()
    const answer = (isYes: boolean): void => {
      asked.value = undefined
      resolve(isYes)
    }
    asked.value = { ...about, answer, answered }
    return answered
  }
  return { asked, ask }
}
