import { setTimeout as sleep } from 'node:timers/promises'
import { type MailServer, openMailServer } from '../../packages/server/test/support/smtp.ts'
import { type Connection, openConnection } from './http-client.ts'
import { checkStatus, registerRequest, signInRequest } from './players.ts'
import { startSite } from './site-process.ts'
import { median } from './statistics.ts'

/** The time from a request for a code until the mail server has it, in milliseconds. */
export type MailFigures = {
  codes: number
  median: number
  longest: number
  /** How many notices were written and sent in the meantime. */
  notices: { written: number; sent: number }
}

/**
 * In milliseconds: the time that the mail server takes for a mail, the interval between notices, and the interval
 * between codes.
 */
const TAKES = 700
const NOTICE_EVERY = 100
const CODE_EVERY = 2000
const POLL_INTERVAL = 10

/**
 * Measures how long codes for new players take while ten sign-ins per second from new devices cause more notices than
 * can be sent.
 *
 * @param place.usernames of confirmed players, enough to stay below the limit of mails per address
 */
export async function measureMail(place: {
  folder: string
  databaseUrl: string
  usernames: readonly string[]
  duration: number
}): Promise<MailFigures> {
  const { folder, databaseUrl, usernames, duration } = place
  await using smtp = await openMailServer()
  smtp.mood = { takesAfter: TAKES }
  const site = await startSite(folder, databaseUrl, { SMTP_URL: smtp.url })
  try {
    const until = performance.now() + duration
    const [written, codes] = await Promise.all([
      triggerNotices(await openConnection(site.port), usernames, until),
      askForCodes(await openConnection(site.port), smtp, until),
    ])
    const sent = smtp.arrived.length - codes.length
    const longest = Math.max(...codes)
    return { codes: codes.length, median: median(codes), longest, notices: { written, sent } }
  } finally {
    await site.stop()
  }
}

/**
 * Signs players in from new devices until the given instant of `performance.now()`. @returns how many sign-ins there
 * were
 */
async function triggerNotices(
  connection: Connection,
  usernames: readonly string[],
  until: number,
): Promise<number> {
  const begunAt = performance.now()
  let count = 0
  for (; performance.now() < until; count += 1) {
    const username = usernames[count % usernames.length] ?? ''
    const answer = await connection.send(signInRequest(username, `Program${count}`))
    checkStatus('POST /auth/login', answer)
    await sleep(Math.max(0, begunAt + (count + 1) * NOTICE_EVERY - performance.now()))
  }
  connection.close()
  return count
}

/** Requests codes for new players. @returns the time from each request until the mail server accepted the code, in ms */
async function askForCodes(
  connection: Connection,
  smtp: MailServer,
  until: number,
): Promise<number[]> {
  const times: Promise<number>[] = []
  while (performance.now() < until) {
    await sleep(CODE_EVERY)
    const username = `Newcomer_${times.length}`
    const askedAt = performance.now()
    checkStatus('POST /auth/register', await connection.send(registerRequest(username)), 201)
    times.push(untilTaken(smtp, `${username}@example.org`, askedAt))
  }
  connection.close()
  return Promise.all(times)
}

async function untilTaken({ arrived }: MailServer, to: string, since: number): Promise<number> {
  while (!arrived.some((mail) => mail.to.includes(to))) await sleep(POLL_INTERVAL)
  return performance.now() - since + TAKES
}
