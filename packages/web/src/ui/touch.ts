/** Whether the main pointer is a finger: nothing can be dragged here, and there are no arrow keys. */
export const isTouch: boolean = matchMedia('(pointer: coarse)').matches
