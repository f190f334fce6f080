package import PlacesModel
