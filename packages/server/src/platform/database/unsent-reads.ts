import type { Question } from './postgres-questions.ts'

/**
 * The reads that have not left for the database yet. One that asks the same as an earlier one of these
 * gets its answer, which is from after both were asked. When many ask at once, that is often the key of
 * the same launcher server.
 */
export class UnsentReads {
  #questions = new Map<string, Question>()

  add(question: Question): void {
    const { statement } = question
    if (statement.sql.startsWith('select ')) this.#questions.set(statement.sql, question)
  }

  /** To be called when they leave. */
  clear(): void {
    this.#questions = new Map() // one that is cleared keeps what it held until a full collection
  }

  /** Lets a question wait for the answer to another. @returns whether there is one that asks the same. */
  join({ statement, resolve, reject }: Question): boolean {
    const twin = this.#questions.get(statement.sql)
    const isSame = twin?.statement.parameters.every((value, n) => value === statement.parameters[n])
    if (!twin || !isSame) return false
    const first = { resolve: twin.resolve, reject: twin.reject }
    twin.resolve = (answer) => {
      first.resolve(answer)
      resolve({ ...answer, rows: answer.rows.map(copied) }) // so that nobody changes those of another
    }
    twin.reject = (error) => {
      first.reject(error)
      reject(error)
    }
    return true
  }
}

function copied(row: unknown): object {
  return { ...Object(row) }
}
