import { moveInTest } from './old-site.ts'
import { namelessmc } from './sites/namelessmc.ts'

moveInTest(namelessmc)
