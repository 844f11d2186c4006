import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import { SECOND } from '../../platform/clock.ts'
import { findUsableClient } from '../clients/built-in-client.ts'
import { toMetadata } from '../clients/metadata.ts'
import {
  consumePayload,
  deletePayload,
  findPayload,
  findPayloadByUserCode,
  type PayloadRow,
  upsertPayload,
} from './payload-store.ts'
import { saveSession } from './save-session.ts'

/** The content of a row, as the library knows it. Lifetimes and instants are in seconds. */
export type Payload = Record<string, unknown>

export type AdapterDeps = Pick<App, 'db' | 'clock' | 'settings'> & {
  /** The prefix of values that name a row by its ID. The prefix is secret, so that no caller can send such a value. */
  rowPrefix: string
  /** Returns the ID of the row of a JWT access token of this site; undefined for any other text. */
  rowOfJwt(token: string): Promise<string | undefined>
  invalidGrant(): Error
  endGrant(id: string): Promise<void>
}

/**
 * For how long a second use of a refresh token or device code is refused without ending the grant. The response to the
 * first use may have been lost, or a device may have sent two requests at the same time. Refresh tokens of the site
 * have the same window (docs/contract.md#tokens-cookies-sessions).
 */
const LOST_RESPONSE_WINDOW = 30 * SECOND
const RETRIED: ReadonlySet<string> = new Set(['RefreshToken', 'DeviceCode'])

/**
 * An instant in the past, in seconds. Not taken from the site's clock, because in tests the library's clock is
 * different.
 */
const PAST = 1

/**
 * Returns the storage of the library for one kind of row. Values are stored as hashes, and payloads contain no tokens.
 */
export function adapterOf(app: AdapterDeps, kind: string) {
  const { db, clock, rowPrefix } = app

  const rowIdOf = async (value: string): Promise<string> => {
    if (value.startsWith(rowPrefix)) return value.slice(rowPrefix.length)
    const ofJwt = kind === 'AccessToken' ? await app.rowOfJwt(value) : undefined
    return ofJwt ?? hashOf(kind, value)
  }

  const read = (row: PayloadRow, value: string): Payload | undefined => {
    const { deviceCode, ...payload }: Payload = JSON.parse(row.payload)
    const consumed = row.consumedAt
    const isRetry =
      RETRIED.has(kind) && consumed !== null && clock.now() - consumed < LOST_RESPONSE_WINDOW
    return {
      ...payload,
      jti: value,
      ...(deviceCode !== undefined && { deviceCode: `${rowPrefix}${deviceCode}` }),
      ...(consumed !== null && !isRetry && { consumed: Math.floor(consumed / SECOND) }),
      ...(row.expiresAt <= clock.now() && { exp: PAST }),
    }
  }

  const find = async (value: string): Promise<Payload | undefined> => {
    const id = await rowIdOf(value)
    const row = await findPayload(db, { id, kind, now: clock.now() })
    return row && read(row, value.includes('.') ? `${rowPrefix}${id}` : value)
  }

  return {
    async upsert(value: string, payload: Payload, expiresIn: number): Promise<void> {
      const now = clock.now()
      const { jti, deviceCode, ...rest } = payload
      const stored = {
        ...rest,
        ...(typeof deviceCode === 'string' && {
          deviceCode: deviceCode.startsWith(rowPrefix)
            ? deviceCode.slice(rowPrefix.length)
            : hashOf('DeviceCode', deviceCode),
        }),
      }
      const grantId = textOf(payload.grantId)
      const userCode = textOf(payload.userCode)
      const row = {
        id: await rowIdOf(value),
        kind,
        payload: JSON.stringify(stored),
        grantId: grantId && hashOf('Grant', grantId),
        sessionId: kind === 'Session' ? textOf(payload.uid) : textOf(payload.sessionUid),
        playerId: textOf(payload.accountId),
        clientId: textOf(payload.clientId),
        userCode: userCode && hashOf('user code', userCode),
        createdAt: now,
        expiresAt: now + expiresIn * SECOND,
      }
      await (kind === 'Session' ? saveSession(db, row) : upsertPayload(db, row))
    },

    async find(value: string): Promise<Payload | undefined> {
      if (kind !== 'Client') return find(value)
      const client = await findUsableClient(app, value)
      return client && toMetadata(client)
    },

    /** The library calls this only for sessions, whose value is the ID of the site's session. */
    findByUid: find,

    async findByUserCode(userCode: string): Promise<Payload | undefined> {
      const key = { userCode: hashOf('user code', userCode), kind, now: clock.now() }
      const row = await findPayloadByUserCode(db, key)
      return row && read(row, `${rowPrefix}${row.id}`)
    },

    /** Marks a value as used. Only one of several concurrent exchanges succeeds. */
    async consume(value: string): Promise<void> {
      const id = await rowIdOf(value)
      if (!(await consumePayload(db, { id, now: clock.now() }))) throw app.invalidGrant()
    },

    async destroy(value: string): Promise<void> {
      const id = await rowIdOf(value)
      await (kind === 'Grant' ? app.endGrant(id) : deletePayload(db, id))
    },

    /** Does nothing: rows without their grant are invalid, and the library deletes the grant itself. */
    async revokeByGrantId(): Promise<void> {},
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/**
 * Returns the stored form of a value: a hash. A fast hash is enough, because values have 256 random bits; user codes
 * have fewer, but are valid for minutes only.
 */
export function hashOf(kind: string, value: string): string {
  return createHash('sha256').update(`${kind} ${value}`).digest('base64url')
}
