// ViewModels
