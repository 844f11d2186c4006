import { shallowRef } from 'vue'

/** A question to the player over the page, for which requests wait. */
export type Question<About> = About & {
  answer(isYes: boolean): void
  answered: Promise<boolean>
}

/**
 * Makes a question that is asked once for all requests that wait for its answer.
 *
 * @returns `asked`, the question while it is open; `ask`, which asks it; and `begin`, which a request calls when it
 *   starts, to get an `ask` that is a no without a question if the player has said no since: one no is enough for
 *   all requests under way.
 */
export function question<About extends object>() {
  const asked = shallowRef<Question<About>>()
  let noes = 0
  function ask(about: About): Promise<boolean> {
    if (asked.value) return asked.value.answered
    const { promise: answered, resolve } = Promise.withResolvers<boolean>()
    const answer = (isYes: boolean): void => {
      asked.value = undefined
      if (!isYes) noes += 1
      resolve(isYes)
    }
    asked.value = { ...about, answer, answered }
    return answered
  }
  function begin(): (about: About) => Promise<boolean> {
    const before = noes
    return async (about) => noes === before && ask(about)
  }
  return { asked, ask, begin }
}
