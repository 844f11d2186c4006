import { shallowRef } from 'vue'

/** A dialog over the page for which requests are waiting. */
export type SharedDialog<About> = About & {
  answer(isYes: boolean): void
  result: Promise<boolean>
}

/**
 * Makes a dialog that is shown once for all requests that wait for its answer.
 * @returns `asked`, the open dialog; `ask`, which opens it; and `begin`. A request calls `begin` when it starts, and
 * gets its own `ask`: it returns false without a dialog if the player has declined since the start. So one "no" answers
 * all pending requests.
 */
export function sharedDialog<About extends object>() {
  const asked = shallowRef<SharedDialog<About>>()
  let declined = 0
  function ask(content: About): Promise<boolean> {
    if (asked.value) return asked.value.result
    const { promise: answered, resolve } = Promise.withResolvers<boolean>()
    const answer = (isYes: boolean): void => {
      asked.value = undefined
      if (!isYes) declined += 1
      resolve(isYes)
    }
    asked.value = { ...content, answer, result: answered }
    return answered
  }
  function begin(): (content: About) => Promise<boolean> {
    const declinedBefore = declined
    return async (content) => declined === declinedBefore && ask(content)
  }
  return { asked, ask, begin }
}
