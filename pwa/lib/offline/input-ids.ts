import { propertiesOf } from '../unknown.ts'

/** The ids in the input of a call. */
export interface InputIds {
  id: string | undefined
  roomid: string | undefined
  room: string | undefined
}

/** The ids in a query key, whose third part is the call's input: `params` and `query`. */
export function idsIn(key: unknown): InputIds {
  const { params, query } = propertiesOf(propertiesOf(key)[2])
  const { id, roomid } = propertiesOf(params)
  return { id: textOf(id), roomid: textOf(roomid), room: textOf(propertiesOf(query).room) }
}

const textOf = (id: unknown) => (typeof id === 'string' ? id : undefined)
