import type { ImportMessage } from '@portal/contract'
import { describeMessage } from './import-message.ts'

/** Thrown when an import cannot continue and has written nothing. `message` is for the command line. */
export class ImportRefused extends Error {
  readonly reason: ImportMessage

  /** @param context text that the command line shows before the reason */
  constructor(reason: ImportMessage, context = '') {
    super(context + describeMessage(reason))
    this.reason = reason
  }
}

export class ImportCommandRefused extends Error {}
