import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newFolder } from '../support/server-process.ts'

/** An SQLite file crafted by an attacker, deleted after use. */
export type CraftedFile = { from: string; [Symbol.dispose](): void }

export function craftedBy(sql: string): CraftedFile {
  const folder = newFolder()
  const from = join(folder.path, 'old.db')
  using db = new DatabaseSync(from)
  db.exec(sql)
  return { from, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

export const PAGE = 4096
/** How many levels of interior pages the table has. SQLite allows at most 20. */
const LEVELS = 6
const CHILDREN = 400

/**
 * Makes a file of 40 KB with a regular table `authme` that never ends: each page has 400 links to the next
 * one, so that its two rows occur 400 ** 6 times.
 */
export function endlessTable(): CraftedFile {
  const file = craftedBy(`
    pragma page_size = ${PAGE};
    create table authme (username text, realname text, password text);
    insert into authme values ('steve', 'Steve', ''), ('alex', 'Alex', '')`)
  const bytes = readFileSync(file.from)
  const root = 2
  const leaf = bytes.subarray((root - 1) * PAGE, root * PAGE)
  const first = bytes.length / PAGE + 1
  const inner = Array.from({ length: LEVELS }, (_, level) => innerPage(first + level))
  const [top = Buffer.alloc(0), ...others] = inner
  const whole = Buffer.concat([bytes, ...others, leaf])
  top.copy(whole, (root - 1) * PAGE)
  whole.writeUInt32BE(whole.length / PAGE, 28)
  writeFileSync(file.from, whole)
  return file
}

/** An interior page of a table b-tree (https://sqlite.org/fileformat2.html#b_tree_pages). */
function innerPage(child: number): Buffer {
  const page = Buffer.alloc(PAGE)
  const [header, pointer, cell] = [12, 2, 6]
  page.writeUInt8(5, 0)
  page.writeUInt16BE(CHILDREN, 3)
  page.writeUInt16BE(PAGE - CHILDREN * cell, 5)
  page.writeUInt32BE(child, 8)
  for (let place = 0; place < CHILDREN; place += 1) {
    const at = PAGE - (place + 1) * cell
    page.writeUInt16BE(at, header + place * pointer)
    page.writeUInt32BE(child, at)
    const key = place + 1
    page.writeUInt16BE(((0x80 | (key >> 7)) << 8) | (key & 0x7f), at + 4)
  }
  return page
}
