import { useEffect, useRef, useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { keysOf } from '#contract/lib/records.ts'
import { useSession } from '../../api/session.tsx'
import { fitPhoto, isFit } from '../../photo.ts'
import { type ChosenPicture, draftPicture } from '../draft-picture.ts'
import type { FormPicture } from './edit-form.ts'

type Saved<P extends string> = Record<P, string | null>
type Problems<P extends string> = Partial<Record<P, string | undefined>>

/** The pictures of a form: the saved ones until others are chosen; restored after a reload. */
export function usePictures<P extends string>(key: string, saved: Saved<P>) {
  const { device } = useSession()
  const names = keysOf(saved)
  const [drafts] = useState(() =>
    names.map((name) => ({ name, draft: draftPicture(device, `${key}.${name}`) })),
  )
  const [shown, setShown] = useState<Record<P, FormPicture>>(saved)
  const [found, setFound] = useState<Partial<Record<P, ChosenPicture>>>({})
  const [problems, setProblems] = useState<Problems<P>>({})
  const failed = useRef<Problems<P>>({})
  /** What `shown` will be, for a form that is sent before it is rendered. */
  const current = useRef(shown)
  const touched = useRef(new Set<P>())
  const fitting = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef<Partial<Record<P, FormPicture>>>({})
  useEffect(() => {
    let isGone = false
    for (const { name, draft } of drafts)
      void draft.read().then((chosen) => {
        if (isGone || touched.current.has(name) || chosen === undefined) return
        setFound((before) => ({ ...before, [name]: chosen }))
        if (chosen === 'lost') return
        current.current = { ...current.current, [name]: chosen }
        setShown(current.current)
      })
    return () => {
      isGone = true
    }
  }, [drafts])

  /** A photo is made fit to be sent first; another choice meanwhile counts instead. */
  async function choose(name: P, next: FormPicture) {
    touched.current.add(name)
    latest.current = { ...latest.current, [name]: next }
    failed.current = { ...failed.current, [name]: undefined }
    setProblems(failed.current)
    if (!(next instanceof File) || isFit(next)) return keep(name, next)
    const fitted = await fitPhoto(next)
    if (latest.current[name] !== next) return
    if ('file' in fitted) return keep(name, fitted.file)
    failed.current = { ...failed.current, [name]: fitted.problem }
    setProblems(failed.current)
  }
  function keep(name: P, next: FormPicture) {
    current.current = { ...current.current, [name]: next }
    setShown(current.current)
    const isSaved = next === saved[name] || typeof next === 'string'
    drafts.find((one) => one.name === name)?.draft.write(isSaved ? undefined : next)
  }
  const changedIn = (pictures: Record<P, FormPicture>) =>
    Object.fromEntries(
      names.flatMap((name): [string, File | null][] => {
        const picture = pictures[name]
        return picture === saved[name] || typeof picture === 'string' ? [] : [[name, picture]]
      }),
    )
  return {
    shown,
    choose(name: P, next: FormPicture) {
      const choice = choose(name, next)
      fitting.current = Promise.all([fitting.current, choice])
    },
    /** Waits until all chosen pictures are converted; returns the changed ones, or rejects with the error of one. */
    async ready() {
      await fitting.current
      for (const name of names) {
        const problem = failed.current[name]
        if (problem) throw new RequestError(422, problem, { [name]: [problem] })
      }
      return changedIn(current.current)
    },
    /** Why the last choice could not be used. */
    problems,
    /** The changed pictures. */
    changed: changedIn(shown),
    wasChosen: names.some((name) => found[name] !== undefined),
    /** A chosen picture could not be restored. */
    isLost: names.some((name) => found[name] === 'lost' && shown[name] === saved[name]),
    restore: () => names.forEach((name) => void choose(name, saved[name])),
    drop: () => drafts.forEach(({ draft }) => void draft.remove()),
  }
}
