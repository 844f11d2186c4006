import { createHmac } from 'node:crypto'

type SignedMessage = { id: string; timestamp: number; body: string }

/**
 * Returns the signature of a message according to Standard Webhooks 1.0: one signature per secret, separated by spaces.
 * @param message.timestamp in seconds
 */
export function signatureOf(secrets: readonly string[], message: SignedMessage): string {
  const content = `${message.id}.${message.timestamp}.${message.body}`
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  }
  return secrets.map(sign).join(' ')
}
