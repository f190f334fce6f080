import PlacesTyping
import Testing
