import type { App, AppOverrides } from '../app.ts'
import { createMailTransport } from './mail-transport.ts'
import { type MailWorker, OutboxWorker } from './mail-worker.ts'
import { type SmtpConfigReader, smtpConfig } from './smtp-config.ts'

export type MailParts = { smtpConfig: SmtpConfigReader; mailWorker: MailWorker }

type Base = Pick<App, 'config' | 'log' | 'clock' | 'db' | 'keys' | 'settings'>

/**
 * Opens the parts of the app that send mails.
 * @param enqueuePending adds mails that requests left for the background; called before each mail
 */
export function openMail(
  base: Base,
  { mailPollInterval: pollInterval }: AppOverrides,
  enqueuePending: (mailWorker: MailWorker) => Promise<void>,
): MailParts {
  const { config } = base
  const readConfig = smtpConfig(base, config)
  const transport = createMailTransport({ ...base, smtpConfig: readConfig }, config)
  const mailWorker: MailWorker = new OutboxWorker(base, transport, {
    connections: config.smtpConnections,
    ...(pollInterval && { pollInterval }),
    enqueuePending: () => enqueuePending(mailWorker),
  })
  return { smtpConfig: readConfig, mailWorker }
}
