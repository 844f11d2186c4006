import { auditActions as account } from './account/audit-actions.ts'
import { auditActions as admin } from './admin/audit-actions.ts'
import { auditActions as content } from './content/audit-actions.ts'
import { auditActions as credentials } from './credentials/audit-actions.ts'
import { auditActions as imports } from './import/audit-actions.ts'
import { auditActions as integrations } from './integrations/audit-actions.ts'
import { auditActions as openid } from './openid/audit-actions.ts'
import { auditActions as operations } from './operations/audit-actions.ts'
import { auditActions as permissions } from './permissions/audit-actions.ts'
import { auditActions as profiles } from './profiles/audit-actions.ts'
import { auditActions as purchases } from './purchases/audit-actions.ts'
import { auditActions as sessions } from './sessions/audit-actions.ts'
import { auditActions as signIn } from './sign-in/audit-actions.ts'
import { auditActions as webhooks } from './webhooks/audit-actions.ts'

/** Every kind of event in the audit log. */
export const auditActionDefinitions = {
  ...operations,
  ...account,
  ...admin,
  ...imports,
  ...permissions,
  ...signIn,
  ...sessions,
  ...credentials,
  ...integrations,
  ...openid,
  ...webhooks,
  ...purchases,
  ...profiles,
  ...content,
} as const

export type AuditAction = keyof typeof auditActionDefinitions

export const auditActions: readonly AuditAction[] =
  Object.keys(auditActionDefinitions).filter(isAuditAction)

export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(auditActionDefinitions, action)
}
