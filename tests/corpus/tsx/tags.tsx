// Tags in lower case are the platform's own, wherever they stand; names in their attributes are not.

const path = 'm0 0'
const line = 1
function Icon(_: { size: number }) { return <svg /> }

export const drawn = (
  <svg>
    <path d={path} />{ //> ref path
    }
    <line />{ //> none line
    }
    <g>
      <path />{ //> none path
      }
      <Icon size={line} />{ //> ref Icon; ref line
      }
    </g>
  </svg>
)
