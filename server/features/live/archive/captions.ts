import { keysOf } from '#contract/lib/records.ts'
import {
  CAPTION_LANGUAGES,
  CAPTION_MAX_BYTES,
  CAPTION_TOO_LARGE,
  CAPTION_UNREADABLE,
  readVtt,
  writeVtt,
} from '#contract/live/captions.ts'
import { archiveIsOpen, mayModerateEvent } from '#server/features/events/policy.ts'
import { ApiError, invalid, notFound, orNotFound } from '#server/http/api-error.ts'
import { limited } from '#server/http/body/form-parts.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { moderate, watchArchive } from '../talk/talk-rights.ts'
import * as query from './caption-queries.ts'

const LANGUAGES = keysOf(CAPTION_LANGUAGES)
const known = (language: string) => orNotFound(LANGUAGES.find((one) => one === language))

/** In the order of `CAPTION_LANGUAGES`; none once the archive is closed, but for hosts. */
export async function listCaptions(deps: Deps, viewer: Viewer, id: string) {
  const { event, seat } = await watchArchive(deps, viewer, id)
  const isShown = archiveIsOpen(event, isoNow(deps)) || mayModerateEvent(seat)
  const stored = isShown ? await query.listLanguages(deps.read, id) : []
  const languages = new Set(stored.map(({ language }) => language))
  return LANGUAGES.filter((one) => languages.has(one)).map((language) => ({ language }))
}

export async function getCaption(deps: Deps, viewer: Viewer, id: string, language: string) {
  const { event } = await watchArchive(deps, viewer, id)
  if (!archiveIsOpen(event, isoNow(deps))) throw notFound()
  return orNotFound(await query.findCaption(deps.read, id, known(language)))
}

export async function putCaption(
  deps: Deps,
  viewer: Viewer,
  { id, language }: { id: string; language: string },
  bytes: AsyncIterable<Uint8Array>,
) {
  await moderate(deps, viewer, id)
  const row = { event_id: id, language: known(language), updated_at: isoNow(deps) }
  const cues = readVtt(await read(bytes))
  if (typeof cues === 'string') throw invalid({ caption: [cues] })
  const text = writeVtt(cues)
  if (Buffer.byteLength(text) > CAPTION_MAX_BYTES) throw invalid({ caption: [CAPTION_TOO_LARGE] })
  await deps.words.assertAllowed({ caption: cues.map(({ text }) => text).join('\n') })
  await query.storeCaption(deps.db, { ...row, text })
}

/** Idempotent. */
export async function deleteCaption(deps: Deps, viewer: Viewer, id: string, language: string) {
  await moderate(deps, viewer, id)
  await query.removeCaption(deps.db, id, known(language))
}

/** The file as text; a file in another encoding is refused. */
async function read(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of limited(bytes, CAPTION_MAX_BYTES)) chunks.push(chunk)
  } catch (error) {
    if (error instanceof ApiError && error.status === 413)
      throw invalid({ caption: [CAPTION_TOO_LARGE] })
    throw error
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw invalid({ caption: [CAPTION_UNREADABLE] })
  }
}
