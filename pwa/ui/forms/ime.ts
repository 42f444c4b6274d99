import type { KeyboardEvent } from 'react'

/**
 * Whether a key only serves a kana conversion: the Enter that confirms one must not send.
 * Safari ends the composition before that Enter and marks it with key code 229 instead.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.nativeEvent.isComposing || event.keyCode === 229
