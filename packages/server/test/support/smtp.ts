import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../../../scripts/test/free-port.ts'

/**
 * How a mail server treats a mail. `silent` sends nothing after the connection, `stalls` sends nothing after the text
 * until `takeOne`, and `drags on` never finishes its reply. `takesAfter` is in milliseconds.
 */
export type SmtpBehavior =
  | 'takes'
  | 'silent'
  | 'stalls'
  | 'drags on'
  | 'hangs up'
  | { refuses: number }
  | { takesAfter: number }

/** A mail that reached the server. `from` and `to` are from the envelope; `taken` is whether the server accepted it. */
export type ReceivedMail = { from: string; to: string[]; taken: boolean; mail: Email }

export type MailServer = Awaited<ReturnType<typeof openMailServer>>

/**
 * Opens a real mail server on loopback that accepts every address except `nobody@…`. A new `mood` applies from the
 * next command on.
 */
export async function openMailServer(
  settings: { login?: { user: string; password: string } | undefined; port?: number } = {},
) {
  const { login } = settings
  const arrived: ReceivedMail[] = []
  const stalled: (() => void)[] = []
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(new Error('wrong login'))
    },
    onConnect(_session, done) {
      if (self.mood === 'hangs up') hangUp()
      else if (self.mood !== 'silent') done()
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody@')) done(refusal(550))
      else done()
    },
    async onData(stream, { envelope }, done) {
      const mail = await PostalMime.parse(await buffer(stream))
      const mood = self.mood
      arrived.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        taken: mood === 'takes',
        mail,
      })
      if (mood === 'takes') done()
      if (mood === 'stalls') stalled.push(done)
      if (mood === 'drags on') for (const socket of sockets) trickleReply(socket)
      if (typeof mood !== 'object') return
      if ('refuses' in mood) done(refusal(mood.refuses))
      else setTimeout(done, mood.takesAfter)
    },
  })
  server.on('error', () => undefined) // the client disconnected
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const { port = await freePort() } = settings // so that the port is closed after the server
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const name = login ? `${login.user}:${encodeURIComponent(login.password)}@` : ''

  const self = {
    mood: 'takes' as SmtpBehavior,
    /** Every mail whose text arrived, in any mood. */
    arrived,
    port,
    url: `smtp://${name}127.0.0.1:${port}`,
    connections: () => sockets.size,
    /** Accepts the mail that has stalled longest. */
    takeOne: () => stalled.shift()?.(),
    async [Symbol.asyncDispose]() {
      await self.close()
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      hangUp()
      await closed
    },
  }
  return self
}

/** Sends the lines of a reply that never ends, often enough to prevent a socket timeout. */
function trickleReply(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-one moment\r\n'), 500)
  socket.once('close', () => clearInterval(timer))
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error(`refused with ${responseCode}`), { responseCode })
}
