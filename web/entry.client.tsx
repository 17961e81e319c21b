import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

function start() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

// Asked for together with the modules of the routes, which must be there first. If one is not, the boot script says so.
Promise.resolve(window.shop?.routes).then(start, () => {})
