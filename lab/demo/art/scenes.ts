import type { Scene } from './draw-scene.ts'

export const scenes = {
  valley: {
    seed: 74,
    sky: ['#27447a', '#f2b07a'],
    sun: [132, 34, 9, '#ffe7b0'],
    hills: ['#7d86b0', '#5f7590', '#3f6b62', '#2c5546'],
    water: 0.9,
    castle: [150, '#5a5670'],
    trees: '#1f4238',
  },
  season: {
    seed: 11,
    sky: ['#3f6fb5', '#f7c98b'],
    sun: [150, 30, 8, '#fff0c2'],
    hills: ['#8a93b8', '#6f8a8f', '#4f7d5a', '#3c6a3f'],
    castle: [52, '#8b8494'],
    trees: '#2d5636',
  },
  sea: {
    seed: 23,
    sky: ['#2f9bd0', '#d8f0ee'],
    sun: [40, 16, 6, '#fffbe0'],
    hills: ['#9cc3cf', '#6aa89a', '#d9c38a'],
    water: 0.74,
  },
  night: {
    seed: 37,
    sky: ['#101a3c', '#4a4a86'],
    sun: [140, 17, 7, '#f3efd9'],
    hills: ['#4b5a8c', '#38466f', '#232f4d', '#18223a'],
    stars: true,
    snow: true,
    trees: '#101a2c',
  },
  fair: {
    seed: 52,
    sky: ['#c9587a', '#fbd08a'],
    sun: [96, 36, 12, '#ffe6a3'],
    hills: ['#a86a7f', '#7f4f6f', '#553a5c'],
    water: 0.82,
    castle: [118, '#6b4666'],
    trees: '#3c2a49',
  },
} as const satisfies Record<string, Scene>
