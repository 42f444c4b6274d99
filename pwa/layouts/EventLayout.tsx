import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

/** An event: its picture or its player is the head of the page. */
export const EventLayout = ({ children }: LayoutProps) => <Frame header={false}>{children}</Frame>
