import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

/** One's own pages: the page brings its own head with the way back. */
export const AccountLayout = ({ children }: LayoutProps) => <Frame header={false}>{children}</Frame>
