import { Suspense } from 'react'
import type { OwnEvent } from '#contract/events/calls.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'

const OwnEventSheet = lazyWithProgress(
  async () => (await import('./OwnEventSheet.tsx')).OwnEventSheet,
)
const EventEditor = lazyWithProgress(async () => (await import('./EventEditor.tsx')).EventEditor)

export type OwnEventView = 'details' | 'editor'

interface OpenedOwnEventProps {
  event: OwnEvent
  view: OwnEventView
  /** Null closes it. */
  onView: (view: OwnEventView | null) => void
}

/** The details of an event of the owner, or its editor. */
export const OpenedOwnEvent = ({ event, view, onView }: OpenedOwnEventProps) => (
  <Suspense>
    {view === 'details' ? (
      <OwnEventSheet event={event} onEdit={() => onView('editor')} onClose={() => onView(null)} />
    ) : (
      <EventEditor event={event} onClose={() => onView(null)} />
    )}
  </Suspense>
)
