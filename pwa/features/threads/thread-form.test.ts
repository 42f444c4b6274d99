import { expect, it } from 'vitest'
import { fileProblem } from './thread-form.ts'

const file = (type: string) => new File(['a'], 'a', { type })

it.each([
  { kind: 'video', type: 'video/mp4', problem: null },
  { kind: 'video', type: 'video/quicktime', problem: null },
  { kind: 'video', type: 'video/webm', problem: 'MP4かMOVの動画を選んでください' },
  { kind: 'audio', type: 'audio/mpeg', problem: null },
  { kind: 'audio', type: 'video/mp4', problem: '音声のファイルを選んでください' },
] as const)(
  'rejects a file of $type chosen as $kind with the message $problem',
  ({ kind, type, problem }) => {
    expect(fileProblem(kind, file(type))).toBe(problem)
  },
)
