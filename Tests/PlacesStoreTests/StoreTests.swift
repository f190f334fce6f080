import PlacesStore
import Testing
