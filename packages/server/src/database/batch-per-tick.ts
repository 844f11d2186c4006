type Waiting<Question, Answer> = { question: Question } & Pick<
  PromiseWithResolvers<Answer>,
  'resolve' | 'reject'
>

/**
 * Collects the questions of one turn of the event loop and answers them together when the turn ends.
 * So an answer always begins after its question was asked.
 *
 * @param answerAll returns an outcome for each question, in order; an error it throws goes to all.
 */
export function gather<Question, Answer>(
  answerAll: (
    questions: Question[],
  ) => PromiseSettledResult<Answer>[] | Promise<PromiseSettledResult<Answer>[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []

  const answer = async (): Promise<void> => {
    const group = waiting
    waiting = []
    try {
      const outcomes = await answerAll(group.map(({ question }) => question))
      for (const [place, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') group[place]?.resolve(outcome.value)
        else group[place]?.reject(outcome.reason)
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(answer)
      waiting.push({ question, resolve, reject })
    })
}
