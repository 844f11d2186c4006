import { moveInTest } from './old-site.ts'
import { xenforo } from './sites/xenforo.ts'

moveInTest(xenforo)
