import { useRef, useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { keysOf } from '#contract/lib/records.ts'
import { fitPhoto, isFit } from '../../photo.ts'
import type { FormPicture } from './edit-form.ts'

export type SavedPictures<P extends string> = Record<P, string | null>
type OfEach<P extends string, T> = Partial<Record<P, T>>

/**
 * The pictures of a form: the saved ones until others are chosen. A photo is made fit to be sent first; another choice
 * meanwhile counts instead. `onKept` is called with each choice that can be sent.
 */
export function useFittedPictures<P extends string>(
  saved: SavedPictures<P>,
  onKept: (name: P, next: FormPicture) => void = () => {},
) {
  const [shown, current, show] = useRecord<P, FormPicture>(saved)
  const [problems, failed, fail] = useRecord<P, string | undefined>({})
  const [fitting, , setFitting] = useRecord<P, boolean>({})
  const latest = useRef<OfEach<P, FormPicture>>({})
  const running = useRef<Promise<unknown>>(Promise.resolve())

  async function choose(name: P, next: FormPicture) {
    latest.current = { ...latest.current, [name]: next }
    fail(name, undefined)
    const isReady = !(next instanceof File) || isFit(next)
    setFitting(name, !isReady)
    if (isReady) return keep(name, next)
    const fitted = await fitPhoto(next)
    if (latest.current[name] !== next) return
    setFitting(name, false)
    if ('file' in fitted) return keep(name, fitted.file)
    fail(name, fitted.problem)
  }
  function keep(name: P, next: FormPicture) {
    show(name, next)
    onKept(name, next)
  }
  return {
    shown,
    show,
    wasTouched: (name: P) => Object.hasOwn(latest.current, name),
    /** Binds a picture input. */
    field: (name: P) => ({
      value: shown[name] ?? null,
      onChange(next: FormPicture) {
        running.current = Promise.all([running.current, choose(name, next)])
      },
      busy: fitting[name] ?? false,
      error: problems[name],
    }),
    /** Waits until all chosen pictures are converted; returns the changed ones, or rejects with the error of one. */
    async ready() {
      let waited: Promise<unknown> | null = null
      while (waited !== running.current) await (waited = running.current)
      for (const name of keysOf(saved)) {
        const problem = failed.current[name]
        if (problem) throw new RequestError(422, problem, { [name]: [problem] })
      }
      return changedIn(current.current, saved)
    },
    /** The changed pictures. */
    changed: changedIn(shown, saved),
  }
}

const changedIn = <P extends string>(shown: OfEach<P, FormPicture>, saved: SavedPictures<P>) =>
  Object.fromEntries(
    keysOf(saved).flatMap((name): [string, File | null][] => {
      const picture = shown[name] ?? null
      return picture === saved[name] || typeof picture === 'string' ? [] : [[name, picture]]
    }),
  )

/** A record as state, and what it will be, for a form that is sent before it is rendered. */
function useRecord<P extends string, T>(initial: OfEach<P, T>) {
  const [record, setRecord] = useState(initial)
  const current = useRef(record)
  function set(name: P, value: T) {
    current.current = { ...current.current, [name]: value }
    setRecord(current.current)
  }
  return [record, current, set] as const
}
