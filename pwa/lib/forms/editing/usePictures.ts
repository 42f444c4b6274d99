import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  const names = keysOf(saved)
  const [shown, setShown] = useState<Record<P, FormPicture>>(saved)
  /** What `shown` will be, for a form that is sent before it is rendered. */
  const current = useRef(shown)
  const show = (name: P, next: FormPicture) => {
    current.current = { ...current.current, [name]: next }
    setShown(current.current)
  }
  const latest = useRef<Partial<Record<P, FormPicture>>>({})
  const drafts = usePictureDrafts(key, names, {
    isWanted: (name) => !Object.hasOwn(latest.current, name),
    onFound: show,
  })
  const { problems, failed, fail } = useProblems<P>()
  const fitting = useRef<Promise<unknown>>(Promise.resolve())

  /** A photo is made fit to be sent first; another choice meanwhile counts instead. */
  async function choose(name: P, next: FormPicture) {
    latest.current = { ...latest.current, [name]: next }
    fail(name, undefined)
    if (!(next instanceof File) || isFit(next)) return keep(name, next)
    const fitted = await fitPhoto(next)
    if (latest.current[name] !== next) return
    if ('file' in fitted) return keep(name, fitted.file)
    fail(name, fitted.problem)
  }
  function keep(name: P, next: FormPicture) {
    show(name, next)
    drafts.write(name, next === saved[name] || typeof next === 'string' ? undefined : next)
  }
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
      return changedIn(current.current, saved)
    },
    /** Why the last choice could not be used. */
    problems,
    /** The changed pictures. */
    changed: changedIn(shown, saved),
    wasChosen: names.some((name) => drafts.found[name] !== undefined),
    /** A chosen picture could not be restored. */
    isLost: names.some((name) => drafts.found[name] === 'lost' && shown[name] === saved[name]),
    restore: () => names.forEach((name) => void choose(name, saved[name])),
    drop: drafts.drop,
  }
}

const changedIn = <P extends string>(shown: Record<P, FormPicture>, saved: Saved<P>) =>
  Object.fromEntries(
    keysOf(saved).flatMap((name): [string, File | null][] => {
      const picture = shown[name]
      return picture === saved[name] || typeof picture === 'string' ? [] : [[name, picture]]
    }),
  )

function useProblems<P extends string>() {
  const [problems, setProblems] = useState<Problems<P>>({})
  /** What `problems` will be, for a form that is sent before it is rendered. */
  const failed = useRef<Problems<P>>({})
  const fail = (name: P, problem: string | undefined) => {
    failed.current = { ...failed.current, [name]: problem }
    setProblems(failed.current)
  }
  return { problems, failed, fail }
}

interface DraftReader<P> {
  /** Nothing else was chosen while the draft was read. */
  isWanted: (name: P) => boolean
  onFound: (name: P, chosen: File | null) => void
}

/** The drafts of the pictures; those that the page before a reload left are read once. */
function usePictureDrafts<P extends string>(
  key: string,
  names: P[],
  { isWanted, onFound }: DraftReader<P>,
) {
  const { device } = useSession()
  const [drafts] = useState(() =>
    names.map((name) => ({ name, draft: draftPicture(device, `${key}.${name}`) })),
  )
  const [found, setFound] = useState<Partial<Record<P, ChosenPicture>>>({})
  const restore = useEffectEvent((name: P, chosen: ChosenPicture) => {
    if (chosen === undefined || !isWanted(name)) return
    setFound((before) => ({ ...before, [name]: chosen }))
    if (chosen !== 'lost') onFound(name, chosen)
  })
  useEffect(() => {
    let isGone = false
    for (const { name, draft } of drafts)
      void draft.read().then((chosen) => isGone || restore(name, chosen))
    return () => {
      isGone = true
    }
  }, [drafts])
  return {
    found,
    write: (name: P, chosen: File | null | undefined) =>
      drafts.find((one) => one.name === name)?.draft.write(chosen),
    drop: () => drafts.forEach(({ draft }) => void draft.remove()),
  }
}
