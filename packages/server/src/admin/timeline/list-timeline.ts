import { type TimelineItem, type TimelineKind, timelineKinds } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Audit } from '../../audit/audit.ts'
import { listAudits } from '../../audit/audit-store.ts'
import { InstantAndId, type Page, readPage, toSparsePage } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { may } from '../../permissions/may.ts'
import { isoInstant } from '../../platform/clock.ts'
import { describeAudits } from '../audit-log/list-audit.ts'
import { describeNotes } from '../notes/describe-notes.ts'
import { listNotes, type StaffNote } from '../notes/note-store.ts'
import { type EndedGrant, listEndedGrants } from './ended-grant-store.ts'
import { AUDIT_KINDS, kindOfAction } from './timeline-kinds.ts'

const SCANNED = 200

type Deps = Pick<App, 'db' | 'clock'>
type Key = readonly [at: number, id: string]
type Row = {
  at: number
  id: string
  kind: TimelineKind | undefined
  audit?: Audit
  ended?: EndedGrant
  note?: StaffNote
}

/**
 * Lists what happened to a player, newest first. A player does not see the notes that staff wrote about this player. A
 * page can be short and still have a next page, as in the audit log.
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function listTimeline(
  { db, clock }: Deps,
  viewer: Actor,
  playerId: string,
  query: { limit?: string; cursor?: string; kind?: TimelineKind },
): Promise<{ items: TimelineItem[]; next: string | null; kinds: TimelineKind[] }> {
  const page = readPage(query, InstantAndId)
  const now = clock.now()
  const { permissions } = await findEditor(db, viewer, now)
  const mayAudit = may(permissions, 'panel.audit.read')
  const kinds = timelineKinds.filter((kind) =>
    kind === 'notes' ? viewer.actor !== playerId : mayAudit || !AUDIT_KINDS.includes(kind),
  )
  const wanted = kinds.filter((kind) => query.kind === undefined || query.kind === kind)
  const { rows, scanned } = await readRows(db, playerId, { page, now, wanted })
  const { items, next } = toSparsePage(rows, {
    limit: page.limit,
    scanned,
    fits: ({ kind }) => kind !== undefined && wanted.includes(kind),
    keyOf,
  })
  const mayDeleteAll = may(permissions, 'panel.players.notes')
  const reader = { viewer: viewer.actor, mayDeleteAll, mayAudit }
  return { items: await describeRows(db, items, reader), next, kinds }
}

/**
 * Reads the rows of a page. Returns no rows that are older than the last audit entry that was read: they belong to the
 * next page, which begins after this entry.
 */
async function readRows(
  db: Db,
  playerId: string,
  asked: { page: Page<[number, string]>; now: number; wanted: readonly TimelineKind[] },
): Promise<{ rows: Row[]; scanned: number }> {
  const { after, limit } = asked.page
  const range = { after, from: undefined, until: undefined, limit: SCANNED }
  const audits = await listAudits(db, { column: 'target', value: playerId }, range)
  const last = audits.length < SCANNED ? undefined : audits.at(-1)
  const ended = asked.wanted.includes('ranks')
    ? await listEndedGrants(db, playerId, { now: asked.now, after, limit: limit + 1 })
    : []
  const notes = asked.wanted.includes('notes')
    ? await listNotes(db, playerId, { after, limit: limit + 1 })
    : []
  const rows: Row[] = [
    ...audits.map((audit) => ({
      at: audit.at,
      id: audit.id,
      kind: kindOfAction(audit.action),
      audit,
    })),
    ...ended.map((grant) => ({ at: grant.at, id: grant.id, kind: 'ranks' as const, ended: grant })),
    ...notes.map((note) => ({ at: note.createdAt, id: note.id, kind: 'notes' as const, note })),
  ]
  const reached = rows.filter((row) => !last || newestFirst(row, last) <= 0)
  return {
    rows: reached.toSorted(newestFirst),
    scanned: last ? reached.length : Number.POSITIVE_INFINITY,
  }
}

function newestFirst(a: { at: number; id: string }, b: { at: number; id: string }): number {
  if (a.at !== b.at) return b.at - a.at
  if (a.id === b.id) return 0
  return a.id < b.id ? 1 : -1
}

function keyOf({ at, id }: Row): Key {
  return [at, id]
}

/** Describes rows for a reader. Only readers of the audit log see addresses. */
async function describeRows(
  db: Db,
  rows: readonly Row[],
  reader: { viewer: string; mayDeleteAll: boolean; mayAudit: boolean },
): Promise<TimelineItem[]> {
  const described = await describeAudits(
    db,
    rows.flatMap(({ audit }) => audit ?? []),
  )
  const audits = new Map(described.map((audit) => [audit.id, audit]))
  const noted = await describeNotes(
    db,
    rows.flatMap(({ note }) => note ?? []),
    reader,
  )
  const notes = new Map(noted.map((note) => [note.id, note]))
  return rows.flatMap(({ id, at, kind, ended }): TimelineItem[] => {
    if (kind === undefined) return []
    const audit = audits.get(id)
    const note = notes.get(id)
    const item = { id, at: isoInstant(at), kind }
    if (ended) {
      const { group, groupName, node } = ended
      return [{ ...item, ended: { group, groupName, node } }]
    }
    if (note) return [{ ...item, note }]
    return audit ? [{ ...item, audit: { ...audit, ip: reader.mayAudit ? audit.ip : null } }] : []
  })
}
