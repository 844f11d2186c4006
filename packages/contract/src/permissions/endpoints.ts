export { giveGrant, listGrants, takeGrant } from './grants.ts'
export {
  changeGroup,
  createGroup,
  deleteGroup,
  listGroups,
  orderGroups,
  showGroup,
} from './groups.ts'
export * from './permission-list.ts'
export { changeRole, createRole, deleteRole, listRoles, showRole } from './roles.ts'
