import type { Asked, Known, Outbox } from './postgres-questions.ts'

/** How many answers wait for each other at most. */
const LARGEST = 32

/**
 * Writes statements without names, for a pooler that gives each transaction another server. Those with
 * one text go together in one transaction, in which the text is parsed once for all of them: parsing and
 * planning cost a server several times as much as answering (docs/performance.md#when-the-database-fails).
 * Only reads are ever asked together, so none can undo another.
 *
 * @returns those that were written; a value that no statement can take fails its own alone.
 */
export function writeInGroups(outbox: Outbox, asked: readonly Asked[]): Asked[] {
  return [...Map.groupBy(asked, ({ statement }) => statement.sql).values()].flatMap((all) => {
    const sent: Asked[] = []
    for (let begin = 0; begin < all.length; begin += LARGEST) {
      sent.push(...writeGroup(outbox, all.slice(begin, begin + LARGEST)))
    }
    return sent
  })
}

function writeGroup(outbox: Outbox, group: readonly Asked[]): Asked[] {
  const known: Known = { isParsed: false, columns: undefined }
  const sent: Asked[] = []
  for (const one of group) {
    try {
      outbox.add(one.statement, sent.length === 0 ? 'unnamed' : 'again')
      one.known = known
      one.isLast = false
      sent.push(one)
    } catch (error) {
      one.reject(error)
    }
  }
  const last = sent.at(-1)
  if (last) {
    last.isLast = true
    outbox.endGroup()
  }
  return sent
}
