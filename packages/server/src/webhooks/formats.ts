import type { EventEnvelope } from '@portal/contract/event-types'
import type { App } from '../app.ts'
import { writeMessage } from './messages/write-message.ts'
import type { Webhook } from './webhook.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

export async function writeBody(
  app: Deps,
  { format, texts }: Pick<Webhook, 'format' | 'texts'>,
  event: EventEnvelope,
): Promise<string> {
  if (format === 'standard') return JSON.stringify(event)
  return JSON.stringify(await writeMessage(app, event, texts))
}
